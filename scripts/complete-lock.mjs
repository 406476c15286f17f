// A mirror of the npm registry may offer the packages of only one platform. npm then omits the packages of all
// other platforms from the lock file, and npm ci rejects the lock file. This script adds the missing packages:
// name and version come from the optionalDependencies, the platform from the name.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare/root.mjs';

const file = path.join(root, 'package-lock.json');
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

const platformOf = (name) => {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-');
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.flatMap((word) => libraries[word] ?? []);
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`${name} has no platform in its name`);
  return { cpu, os, ...(os[0] === 'linux' && libc.length > 0 ? { libc } : {}) };
};

const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;

const isLocked = (name, from) => {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    if (`${place}${place === '' ? '' : '/'}node_modules/${name}` in packages) return true;
    if (!place.includes('node_modules/')) return `node_modules/${name}` in packages;
  }
};

const added = [];
for (const [place, wanting] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(wanting.optionalDependencies ?? {})) {
    if (isLocked(name, place)) continue;
    const dev = wanting.dev === true ? { dev: true } : {};
    const { cpu, os, ...libc } = platformOf(name);
    packages[`node_modules/${name}`] = { version, cpu, ...dev, ...libc, optional: true, os };
    added.push(name);
  }
}

if (added.length > 0) {
  // npm sorts the packages in this order too, so the next npm command changes only few lines.
  lock.packages = Object.fromEntries(
    Object.entries(packages).sort(([one], [other]) => one.localeCompare(other, 'en')),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(added.length === 0 ? 'The lock file is complete' : `Added: ${added.join(', ')}`);
