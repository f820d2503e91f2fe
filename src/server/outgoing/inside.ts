import { BlockList, isIPv4 } from 'node:net'

/** IPv4 that is no host of the public internet (IANA, special-purpose addresses), multicast, and what is reserved. */
const inside4 = new BlockList()
const ranges4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
/** Of the one range of IPv6 that is handed out, what stands for IPv4 (Teredo, 6to4), or is for protocols and examples. */
const inside6 = new BlockList()
const ranges6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20'
const handedOut6 = new BlockList()
handedOut6.addSubnet('2000::', 3, 'ipv6')

function add(list: BlockList, ranges: string, family: 'ipv4' | 'ipv6') {
  for (const range of ranges.split(' ')) {
    const [net = '', length] = range.split('/')
    list.addSubnet(net, Number(length), family)
  }
}
add(inside4, ranges4, 'ipv4')
add(inside6, ranges6, 'ipv6')

/**
 * Whether an IP address is one of the public internet. Of IPv6 all but the range that is handed out is not, and so neither
 * are IPv4 in other clothes (mapped, NAT64), link-local and unique local addresses.
 */
export const isPublic = (address: string): boolean =>
  isIPv4(address)
    ? !inside4.check(address, 'ipv4')
    : handedOut6.check(address, 'ipv6') && !inside6.check(address, 'ipv6')
