import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

it('deviceName returns the browser and the operating system, or a general text for an unknown program', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  expect(deviceName(chrome)).toBe('Chrome, Windows');
  expect(deviceName(`${chrome} Edg/140.0`)).toBe('Edge, Windows');
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1')).toBe(
    'Safari, iOS',
  );
  expect(deviceName('curl/8.1')).toBe('Inny program');
  expect(deviceName(null)).toBe('Nieznane urządzenie');
});
