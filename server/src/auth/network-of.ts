import { isIPv6 } from 'node:net';

/** No address is longer. Where TRUST_PROXY trusts too much, the "address" may be any text a visitor sent. */
const LENGTH_MAX = 45;

/**
 * The network that tries are counted for: an IPv4 address as it is, of an IPv6 address the first 64 bits, because who
 * has one address of such a network can use all of them.
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
