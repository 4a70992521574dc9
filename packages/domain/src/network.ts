export { classifyAddress } from "./network/endpoint-address.ts"
export { isInRange, parseIpAddress, parseIpRange } from "./network/ip-address.ts"
