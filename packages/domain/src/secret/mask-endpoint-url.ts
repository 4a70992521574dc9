const urlParts = /^(https?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is

/**
 * The URL of a webhook for readers without the right to send to it: scheme and host. Path, query and credentials are masked,
 * because with many services they are the whole secret. A masked URL stays as it is.
 */
export const maskEndpointUrl = (url: string): string => {
  const parts = urlParts.exec(url)
  if (parts === null) return "***"
  const [, scheme = "", credentials, host = "", rest = ""] = parts
  return `${scheme}${credentials === undefined ? "" : "***@"}${host}${rest === "" || rest === "/" ? rest : "/***"}`
}
