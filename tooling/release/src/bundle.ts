import { bundleServer } from "./bundle-server.ts"

await bundleServer(process.argv[2])
