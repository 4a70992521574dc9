export { validateNamespace } from "./namespace/namespace-rules.ts"
