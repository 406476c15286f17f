// Imports nothing, so that an old Node can read it and say what is wrong with itself.
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Spichlerz needs Node 20.19 or newer; this is Node ${process.versions.node}`);
  process.exit(1);
}
