import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { linkIn, MailServer, serversWithMail } from "../../testing/mail-server.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"

interface Invited {
  readonly id: number
  readonly code: string
  readonly mailQueued: boolean
}

let fixtures = 0

const seedOwner = Effect.gen(function* () {
  const name = `Nautilus ${++fixtures}`
  const owner = yield* seed.user({ username: `owner${fixtures}@example.com`, name: "Ann <Owner>" })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name: `Web ${fixtures}` })
  const asOwner = yield* seed.accessToken(owner, { super: true })
  const invite = (path: string, body: object) =>
    Effect.map(send(asOwner, "PUT", path, body), ({ status, body: response }) => {
      assert.strictEqual(status, 200, JSON.stringify(response))
      return response as Invited
    })
  return {
    asOwner,
    organizationName: name,
    projectName: `Web ${fixtures}`,
    invitations: `/v2/organizations/${organization.id}/invitations`,
    intoOrganization: (body: object) =>
      invite(`/v2/organizations/${organization.id}/invite`, { roleType: "MEMBER", ...body }),
    intoProject: (body: object) => invite(`/v2/projects/${project.id}/invite`, { type: "VIEW", ...body })
  }
})

/** Waits for the next mail of an invitation, and skips mails about logins and other matters. */
const nextInvitation = Effect.map(MailServer, ({ next }) =>
  Effect.repeat(next, { until: ({ mail }) => mail.subject === "Invitation to Dragoman" })
)

for (const [engine, layerServer] of serversWithMail) {
  layerOn(engine, layerServer(), { timeout: "60 seconds" })(`invitations by mail on ${engine}`, (it) => {
    it.effect("come with the link, which the invited person accepts", () =>
      Effect.gen(function* () {
        const next = yield* nextInvitation
        const { projectName, intoProject } = yield* seedOwner
        const email = `invited${fixtures}@example.com`
        const { code, mailQueued } = yield* intoProject({ email, name: "Nela" })
        assert.isTrue(mailQueued)
        const received = yield* next
        assert.deepStrictEqual(received.to, [email])
        assert.strictEqual(received.mail.subject, "Invitation to Dragoman")
        assert.include(received.mail.text ?? "", `Ann <Owner> invites you to the project ${projectName}.`)
        assert.include(String(received.mail.html), "Ann &lt;Owner&gt;")
        assert.strictEqual(linkIn(received), `https://translate.example.org/invitations#${code}`)
        const person = yield* seed.accessToken(yield* seed.user({ username: email }))
        assert.strictEqual((yield* send(person, "PUT", `/v2/invitations/${code}/accept`)).status, 200)
      })
    )

    it.effect("name the organization, and go only where there is an address", () =>
      Effect.gen(function* () {
        const next = yield* nextInvitation
        const { organizationName, intoOrganization, intoProject, invitations, asOwner } = yield* seedOwner
        assert.isFalse((yield* intoProject({ name: "No address" })).mailQueued)
        const { id } = yield* intoOrganization({ email: `member${fixtures}@example.com` })
        const { mail } = yield* next
        assert.include(mail.text ?? "", `the organization ${organizationName}.`)
        const { body } = yield* send(asOwner, "GET", invitations)
        const { organizationInvitations } = (body as { _embedded: { organizationInvitations: Array<Invited> } })
          ._embedded
        assert.deepStrictEqual(
          organizationInvitations.map((one) => one.id),
          [id]
        )
      })
    )

    it.effect("are not mailed when they are rejected", () =>
      Effect.gen(function* () {
        const next = yield* nextInvitation
        const { asOwner, intoOrganization, invitations } = yield* seedOwner
        const email = `twice${fixtures}@example.com`
        yield* intoOrganization({ email })
        yield* next
        const again = yield* send(asOwner, "PUT", invitations.replace("/invitations", "/invite"), {
          roleType: "MEMBER",
          email
        })
        assert.strictEqual(again.status, 400)
        const other = `other${fixtures}@example.com`
        yield* intoOrganization({ email: other })
        assert.deepStrictEqual((yield* next).to, [other])
      })
    )
  })
}

const [[, layerServer]] = serversWithMail

layer(layerServer({ rateLimits: true }), { timeout: "60 seconds" })("mails of invitations", (it) => {
  it.effect("are a hundred in an hour for one inviting user; the invitations themselves are not limited", () =>
    Effect.gen(function* () {
      const { received } = yield* MailServer
      const { intoOrganization } = yield* seedOwner
      const invite = (index: number) => intoOrganization({ email: `many${index}@example.com` })
      const first = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, index) => index),
        invite
      )
      assert.isTrue(first.every(({ mailQueued }) => mailQueued))
      assert.isFalse((yield* invite(100)).mailQueued)
      assert.isAtMost(received(), 100)
    })
  )
})
