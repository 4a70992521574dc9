declare module "sockjs-client" {
  /** It makes an object that behaves as a websocket. */
  const SockJS: new (url: string, protocols?: null, options?: { readonly transports?: string }) => WebSocket
  export default SockJS
}
