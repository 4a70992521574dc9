// Bundles the program with no follower of content into a folder.
import { join } from "node:path"
import { bundleProgram } from "@dragoman/release/bundle-server"
import { repository } from "@dragoman/release/repository"

const [folder = ""] = process.argv.slice(2)

const noFollowers = `import { Layer } from "effect"
import { ContentFollowers } from "../change/content-follower.ts"
export const layerContentFollowers = Layer.succeed(ContentFollowers, [])`

await bundleProgram(folder, {
  [join(repository, "apps", "server", "src", "composition", "content-followers.ts")]: noFollowers
})
