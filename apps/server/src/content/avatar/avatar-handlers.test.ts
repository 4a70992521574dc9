import type { OrganizationModel, ProjectModel, UserModel } from "@dragoman/api"
import { recognizeImage } from "@dragoman/formats"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { halvedImages, makePng, sendImage } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestResponse } from "../../testing/send.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { eraseUnusedImages } from "../image/change-images.ts"

type Avatar = UserModel["avatar"]

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Avatars ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const asOwner = yield* seed.accessToken(owner, { super: true })
  const places = {
    user: "/v2/user",
    organization: `/v2/organizations/${organization.id}`,
    project: `/v2/projects/${project.id}`
  }
  return { owner, organization, project, asOwner, places }
})

const avatarOf = ({ status, body }: TestResponse): Avatar => {
  if (status !== 200) throw new Error(`unexpected status ${status}: ${JSON.stringify(body)}`)
  return (body as UserModel | OrganizationModel | ProjectModel).avatar
}

const fetchFile = Effect.fnUntraced(function* (path: string) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`)
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  })
})

layer(layerTestServer())("the avatar", (it) => {
  for (const [kind, side] of [
    ["user", 200],
    ["organization", 300],
    ["project", 200]
  ] as const) {
    it.effect(`of the ${kind} is set, shown, replaced and removed`, () =>
      Effect.gen(function* () {
        const { asOwner, places } = yield* seedFixture
        const path = `${places[kind]}/avatar`
        assert.isNull(avatarOf(yield* send(asOwner, "GET", places[kind])))
        const first = avatarOf(yield* sendImage(asOwner, "PUT", path, "avatar", makePng(600, 300)))
        assert.match(first?.large ?? "", /^\/avatars\/[0-9A-F]{64}\.png$/)
        assert.strictEqual(first?.thumbnail, first?.large.replace(".png", "-thumb.png"))
        assert.deepStrictEqual(avatarOf(yield* send(asOwner, "GET", places[kind])), first)
        for (const [file, width] of [
          [first?.large, side],
          [first?.thumbnail, 50]
        ] as const) {
          const { bytes } = yield* fetchFile(file ?? "")
          assert.deepStrictEqual(recognizeImage(bytes), { format: "PNG", width, height: width / 2 })
        }
        const second = avatarOf(yield* sendImage(asOwner, "PUT", path, "avatar", halvedImages.jpeg))
        assert.notDeepEqual(second, first)
        assert.strictEqual((yield* fetchFile(first?.large ?? "")).status, 404)
        assert.deepStrictEqual(avatarOf(yield* sendImage(asOwner, "PUT", path, "avatar", halvedImages.jpeg)), second)
        assert.strictEqual((yield* fetchFile(second?.large ?? "")).status, 200)
        for (const _ of [1, 2]) assert.isNull(avatarOf(yield* send(asOwner, "DELETE", path)))
        assert.strictEqual((yield* fetchFile(second?.large ?? "")).status, 404)
      })
    )

    it.effect(`of the ${kind} is rejected when it is no image, and the old one stays`, () =>
      Effect.gen(function* () {
        const { asOwner, places } = yield* seedFixture
        const path = `${places[kind]}/avatar`
        const old = avatarOf(yield* sendImage(asOwner, "PUT", path, "avatar", halvedImages.webp))
        assert.deepStrictEqual(yield* sendImage(asOwner, "PUT", path, "avatar", Uint8Array.of(1, 2, 3)), {
          status: 400,
          body: { CUSTOM_VALIDATION: { file_not_image: [] } }
        })
        assert.deepStrictEqual(avatarOf(yield* send(asOwner, "GET", places[kind])), old)
      })
    )
  }

  it.effect("is in every response with its user, organization or project", () =>
    Effect.gen(function* () {
      const { asOwner, places, project, owner } = yield* seedFixture
      const set = (path: string) =>
        Effect.map(sendImage(asOwner, "PUT", `${path}/avatar`, "avatar", halvedImages.gif), avatarOf)
      const ofUser = yield* set(places.user)
      const ofOrganization = yield* set(places.organization)
      const ofProject = yield* set(places.project)
      const read = (path: string) => Effect.map(send(asOwner, "GET", path), ({ body }) => JSON.stringify(body))
      const shows = Effect.fnUntraced(function* (path: string, ...avatars: ReadonlyArray<Avatar>) {
        const text = yield* read(path)
        for (const avatar of avatars) assert.include(text, JSON.stringify(avatar), path)
      })
      yield* send(asOwner, "PUT", `${places.project}/translations`, { key: "a", translations: {} })
      yield* send(asOwner, "POST", `${places.project}/keys`, { name: "a" })
      yield* shows(places.project, ofProject, ofOrganization)
      yield* shows("/v2/projects", ofProject, ofOrganization)
      yield* shows(`${places.organization}/projects`, ofProject, ofOrganization)
      yield* shows("/v2/organizations", ofOrganization)
      yield* shows(`${places.organization}/users`, ofUser)
      yield* shows(`${places.project}/users`, ofUser)
      yield* shows(`${places.project}/activity`, ofUser)
      const asToken = yield* seed.personalAccessToken({ user: owner })
      assert.deepInclude((yield* send(asToken, "GET", "/v2/pats/current")).body, {
        user: {
          id: owner,
          username: `Avatars ${fixtures} owner`,
          name: `Avatars ${fixtures} owner`,
          avatar: ofUser,
          deleted: false
        }
      })
      const asKey = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["keys.view"] })
      const permissions = (yield* send(asKey, "GET", "/v2/api-keys/current-permissions")).body
      assert.deepStrictEqual((permissions as { project: ProjectModel }).project.avatar, ofProject)
    })
  )

  it.effect("is deleted with its user, organization or project", () =>
    Effect.gen(function* () {
      const { asOwner, places } = yield* seedFixture
      const avatars = []
      for (const place of [places.project, places.organization]) {
        avatars.push(avatarOf(yield* sendImage(asOwner, "PUT", `${place}/avatar`, "avatar", halvedImages.gif)))
      }
      yield* send(asOwner, "DELETE", places.organization)
      yield* eraseUnusedImages()
      for (const avatar of avatars) assert.strictEqual((yield* fetchFile(avatar?.large ?? "")).status, 404)
    })
  )

  it.effect("is not changed by users without the permission", () =>
    Effect.gen(function* () {
      const { organization, places } = yield* seedFixture
      const member = yield* seed.user({ username: `member of ${organization.slug}` })
      yield* seed.organizationRole({ organization: organization.id, user: member, role: "MEMBER" })
      const asMember = yield* seed.accessToken(member)
      const set = (path: string) => sendImage(asMember, "PUT", `${path}/avatar`, "avatar", halvedImages.gif)
      assert.deepStrictEqual(yield* set(places.organization), error(403, "operation_not_permitted"))
      assert.deepStrictEqual(yield* set(places.project), error(403, "operation_not_permitted", ["project.edit"]))
    })
  )
})
