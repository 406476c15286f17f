/** The object URL is revoked with a delay, because browsers start to read it some time after the click. */
const REVOKE_DELAY_MS = 60_000;

/** Saves a file through the browser's download. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}
