import { assert } from "vitest"

/** Calls a running server as a user who has logged in. */
export interface ServerClient {
  /** Fails unless the server did it; the JSON of the answer's body. */
  readonly call: (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) => Promise<Answer>
}

type Answer = { readonly [field: string]: unknown }

export const logIn = async (address: string, username: string, password: string): Promise<ServerClient> => {
  const send = async (method: string, path: string, token: string | null, body: object | null): Promise<Answer> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === null ? {} : { authorization: `Bearer ${token}` })
      },
      ...(body === null ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    assert.isTrue(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return text === "" ? {} : JSON.parse(text)
  }
  const { accessToken } = await send("POST", "/api/public/generatetoken", null, { username, password })
  return { call: (method, path, body) => send(method, path, String(accessToken), body ?? null) }
}
