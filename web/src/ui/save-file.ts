/** Browsers begin to read the address some time after the click. */
const KEPT_MS = 60_000;

/** Hands a file over to the browser, which puts it where downloads go. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
