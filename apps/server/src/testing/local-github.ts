import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** The endpoints of GitHub's OAuth apps, as its documentation describes them, on the loopback interface. */
export interface LocalGithub {
  readonly url: string
  profile: Readonly<Record<string, unknown>>
  emails: ReadonlyArray<object>
  /** Requests, the last one first. */
  readonly received: Array<{ readonly path: string; readonly form: URLSearchParams; readonly authorization: string }>
  readonly stop: () => Promise<void>
}

export const githubClient = { id: "Iv1.local", secret: "a-secret-of-the-local-github" }

/** "Authorizing OAuth apps", step 2, and "REST API endpoints for emails". The code `right` is the only one. */
export const startLocalGithub = async (): Promise<LocalGithub> => {
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const github: LocalGithub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    profile: {},
    emails: [],
    received: [],
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
  server.on("request", async (request, response) => {
    let text = ""
    for await (const chunk of request) text += String(chunk)
    const form = new URLSearchParams(text)
    const { authorization = "", accept = "" } = request.headers
    github.received.unshift({ path: request.url ?? "", form, authorization })
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    if (request.url === "/login/oauth/access_token") {
      // Without the header GitHub answers with a form.
      if (!accept.includes("application/json")) return response.writeHead(200).end("access_token=form")
      const isRight = form.get("code") === "right" && form.get("client_secret") === githubClient.secret
      // Errors have status 200.
      return isRight
        ? json(200, { access_token: "gho_local", scope: "user:email", token_type: "bearer" })
        : json(200, { error: "bad_verification_code", error_description: "The code passed is incorrect or expired." })
    }
    if (request.headers["user-agent"] === undefined) return json(403, { message: "Request forbidden" })
    if (authorization !== "Bearer gho_local") return json(401, { message: "Bad credentials" })
    if (request.url === "/user") return json(200, github.profile)
    return request.url === "/user/emails" ? json(200, github.emails) : json(404, { message: "Not Found" })
  })
  return github
}
