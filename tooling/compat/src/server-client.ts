/** Calls a running server as a user who has logged in. */
export interface ServerClient {
  /** The header of its requests, for those who make their own. */
  readonly authorization: string
  /** Fails unless the server did it; the JSON of the answer's body, in the shape that the caller expects. */
  readonly call: <A = TestResponse>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: object
  ) => Promise<A>
}

type TestResponse = { readonly [field: string]: unknown }

export const logIn = async (address: string, username: string, password: string): Promise<ServerClient> => {
  const send = async <A>(method: string, path: string, credential: string | null, body: object | null): Promise<A> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(credential === null ? {} : { authorization: credential })
      },
      ...(body === null ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text === "" ? "{}" : text)
  }
  const { accessToken } = await send<TestResponse>("POST", "/api/public/generatetoken", null, { username, password })
  const authorization = `Bearer ${accessToken}`
  return { authorization, call: (method, path, body) => send(method, path, authorization, body ?? null) }
}
