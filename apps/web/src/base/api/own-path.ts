/** Links of images begin with the public address of the server, under which this page may not be open: their path alone. */
export const ownPath = (address: string): string => {
  const { pathname, search } = new URL(address, window.location.href)
  return `${pathname}${search}`
}
