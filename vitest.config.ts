import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "tooling/*/src/**/*.test.ts"],
    pool: "threads",
    maxConcurrency: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
