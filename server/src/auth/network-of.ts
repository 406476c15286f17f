import { isIPv6 } from 'node:net';

/**
 * The length of the longest IP address. Longer text is cut off: if TRUST_PROXY trusts too many proxies, a
 * client can send any text as its address.
 */
const LENGTH_MAX = 45;

/**
 * Returns the network by which sign-in attempts are counted. For IPv4 it is the address; for IPv6 it is the
 * first 64 bits, because a client usually controls a whole /64 network.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address.slice(0, LENGTH_MAX);
  // URL returns the shortest form of IPv6, with an embedded IPv4 address in hexadecimal
  const shortest = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = shortest.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return isMapped(groups) ? ipv4Of(groups) : `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Whether the groups are those of an IPv4-mapped address, the form in which a dual-stack socket reports an
 * IPv4 client.
 */
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
