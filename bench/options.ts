/**
 * Returns the value of `--name` on the command line.
 * @throws when `--` is missing before the options: npm would consume the options, and the defaults would be
 * used
 */
export function option(name: string, defaultValue: string): string {
  if (process.env[`npm_config_${name}`] !== undefined)
    throw new Error(`Type -- before --${name}: npm run <script> -- --${name} …`);
  const at = process.argv.indexOf(`--${name}`);
  return (at === -1 ? undefined : process.argv[at + 1]) ?? defaultValue;
}
