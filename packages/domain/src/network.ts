export {
  type AddressClass,
  type AddressList,
  classifyAddress,
  type EndpointRules,
  endpointRules,
  mayReach,
  mayUsePort,
  type PortRules,
  parseAddressList,
  parsePortRules
} from "./network/endpoint-address.ts"
export { type EndpointUrl, endpointUrlMaxLength, maskEndpointUrl, parseEndpointUrl } from "./network/endpoint-url.ts"
export { isInRange, parseIpAddress, parseIpRange } from "./network/ip-address.ts"
