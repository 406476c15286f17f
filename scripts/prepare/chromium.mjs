import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium; the package of the distribution is installed when there is none and it may be. */
export const findChromium = async () => {
  const named = process.env.CHROMIUM_PATH;
  if (named)
    return existsSync(named) ? named : reportMissing(`CHROMIUM_PATH names ${named}, which does not exist`);
  const found = CHROMIUM_PATHS.find((place) => existsSync(place));
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return reportMissing('Chromium was not found; install it or set CHROMIUM_PATH');
  }
  console.log('Installing Chromium…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '-qq'], { env });
  await run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  return (
    CHROMIUM_PATHS.find((place) => existsSync(place)) ??
    reportMissing('Chromium could not be installed; see above')
  );
};

const reportMissing = (reason) => {
  console.error(reason);
  return undefined;
};
