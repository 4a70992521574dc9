import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.ts", "tooling/*/src/**/*.test.ts"],
    pool: "threads",
    maxConcurrency: 3,
    // The default leaves one core idle, which is half of a machine with two.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000
  }
})
