import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/until.ts';
import { withClient } from '../with-client.ts';
import { makeBackup, restoreBackup } from './backup.ts';
import type { Engine } from './engine.ts';
import { startEngine } from './start-engine.ts';

const log = pino({ level: 'silent' });

describe('a backup of the built-in database', { timeout: 120_000 }, () => {
  const root = mkdtempSync(path.join(tmpdir(), "spichlerz-back'up 100% "));
  const folders = {
    dataDir: path.join(root, 'data'),
    backupDir: path.join(root, 'backup'),
    log,
    durable: false,
  };
  /** The ids in the table at each recorded moment, in Warsaw time. */
  const noted: { moment: string; ids: number[] }[] = [];
  let engine: Engine;

  const query = async <Row>(sql: string): Promise<Row[]> =>
    withClient(engine.connection, async (client) => (await client.query(sql)).rows as Row[]);
  const ids = async () =>
    (await query<{ id: number }>('select id from kept order by id')).map(({ id }) => id);
  const now = () =>
    query<{ moment: string }>(`select to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS') as moment`);
  const note = async () => {
    const before = (await now())[0]?.moment;
    // Backup names and recovery targets have a resolution of one second, so each recorded moment gets a second
    // of its own.
    await until(async () => (await now())[0]?.moment !== before, 2_000);
    noted.push({ moment: (await now())[0]?.moment ?? '', ids: await ids() });
    await until(async () => (await now())[0]?.moment !== noted.at(-1)?.moment, 2_000);
  };

  beforeAll(async () => {
    engine = await startEngine(folders);
    await query('create table kept (id int primary key)');
    await query('insert into kept select generate_series(1, 1000)');
    await makeBackup(folders);
    await note();
    await query('insert into kept select generate_series(1001, 1500)');
    await note();
    await query('delete from kept where id > 10');
  });
  afterAll(async () => {
    await engine.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  const restore = async (to?: string) => {
    await engine.stop();
    const aside = await restoreBackup(folders, to);
    engine = await startEngine(folders);
    return aside;
  };

  it('is not restored over a database that is in use', async () => {
    await expect(restoreBackup(folders, undefined)).rejects.toThrow('Another copy of Spichlerz is using');
    expect(await ids()).toHaveLength(10);
  });

  it('cannot be restored to a moment that no backup covers, and the database stays unchanged', async () => {
    await engine.stop();
    await expect(restoreBackup(folders, '2020-01-01 12:00')).rejects.toThrow('There is no backup');
    await expect(restoreBackup(folders, '2999-01-01 12:00')).rejects.toThrow('recovery target');
    engine = await startEngine(folders);
    expect(await ids()).toHaveLength(10);
  });

  it('leaves the database unchanged when the files of the backup cannot be restored', async () => {
    const broken = path.join(folders.backupDir, 'base-2020-06-01T12-00-00');
    writeFileSync(broken, 'no folder');
    await engine.stop();
    await expect(restoreBackup(folders, '2020-06-02 12:00')).rejects.toMatchObject({
      code: 'ERR_FS_CP_NON_DIR_TO_DIR',
    });
    rmSync(broken);
    engine = await startEngine(folders);
    expect(await ids()).toHaveLength(10);
  });

  it('that fails deletes its unfinished copy', async () => {
    const folder = path.join(folders.backupDir, `base.new-${process.pid}`);
    mkdirSync(path.join(folder, 'PG_VERSION'), { recursive: true });
    await expect(makeBackup(folders)).rejects.toThrow('EISDIR');
    expect(existsSync(folder)).toBe(false);
  });

  it('can be restored to a moment, then to an earlier moment, then to the latest state', async () => {
    const [first, second] = noted;
    expect([first?.ids.length, second?.ids.length]).toEqual([1_000, 1_500]);
    const aside = await restore(second?.moment);
    expect(await ids()).toEqual(second?.ids);
    expect(existsSync(aside)).toBe(true);
    await query('insert into kept values (9999)');
    await restore(first?.moment);
    expect(await ids()).toEqual(first?.ids);
    await query('insert into kept values (8888)');
    await restore();
    expect((await ids()).at(-1)).toBe(8888);
    // the first copy, and one copy after each restore to a moment
    expect(readdirSync(folders.backupDir).filter((name) => name.startsWith('base-'))).toHaveLength(3);
  });
});
