// Runs before the first paint, so that the dark scheme does not flash white. It is a separate file because
// the content security policy allows no inline script.
(function () {
  var chosen = 'auto';
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // storage may be blocked; the system's colour scheme applies
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
// zod reads this setting when the first schema is built, which may be in any chunk. Without it zod tests `new
// Function`, which the content security policy reports.
globalThis.__zod_globalConfig = { jitless: true };
