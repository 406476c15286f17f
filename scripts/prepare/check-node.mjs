// This file imports nothing, so that an old version of Node can still run it and print the message.
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24) return;
  console.error(
    `Spichlerz needs Node 20.19, 22.13 or 24, or newer of these; this is Node ${process.versions.node}`,
  );
  process.exit(1);
}
