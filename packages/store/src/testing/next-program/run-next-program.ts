import { registerHooks } from "node:module"

/**
 * For `node --import`: the program then is the next version of itself, which has one migration more. So a test has an old
 * and a new program out of one repository.
 */
const next = new URL("./next-migrations.ts", import.meta.url).href

registerHooks({
  resolve: (specifier, context, resolve) => {
    const resolved = resolve(specifier, context)
    const isList = resolved.url.endsWith("/store/src/migration/migrations.ts")
    return isList && context.parentURL !== next ? { ...resolved, url: next } : resolved
  }
})
