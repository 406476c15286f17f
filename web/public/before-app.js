// Runs before the first paint, so a dark screen never flashes white. A file of its own, since the content
// security policy allows no inline script.
(function () {
  var chosen = 'auto';
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // storage may be blocked; the system's choice stands
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
// zod reads its settings here before any chunk builds a schema, whatever order the bundler runs them in; without
// this it probes `new Function`, which the content security policy reports.
globalThis.__zod_globalConfig = { jitless: true };
