import { isIPv6 } from 'node:net';

/** Longer than any address; a proxy that is trusted too far hands on whatever its visitor wrote. */
const LENGTH_MAX = 45;

/**
 * Whom tries are counted for: an IPv4 address, or the network of an IPv6 one. Whoever has one of those has all 2⁶⁴ of
 * its network to change between.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address.slice(0, LENGTH_MAX);
  // in its one shortest form, an IPv4 address at its end in hexadecimal
  const shortest = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = shortest.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return isMapped(groups) ? ipv4Of(groups) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** An IPv4 address as a socket for both kinds tells it. */
function isMapped(groups: readonly string[]): boolean {
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
}

function ipv4Of(groups: readonly string[]): string {
  const bytes = groups.slice(6).flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 255];
  });
  return bytes.join('.');
}
