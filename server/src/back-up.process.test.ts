import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from './testing/run-command.ts';

const moment = '2026-11-21 12:00';

test.each([
  ['stands there without its name', [moment], {}],
  // as npm does with `npm run restore --to …`
  ['was kept by npm', [], { npm_config_to: moment }],
])('restores nothing when the moment %s', async (_, args, npm) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'spichlerz-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { code, out, err } = await runCommand(['back-up.ts', 'restore', ...args], {
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: '',
      SECRET: 'a secret of at least thirty-two characters',
      DATA_DIR: path.join(folder, 'data'),
      BACKUP_DIR: path.join(folder, 'backup'),
      ...npm,
    },
  });
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('mind the -- before --to');
  expect(readdirSync(folder)).toEqual([]);
});
