// One chunk for these screens: each further one costs the first script a list of its files.
export { AwaitVerificationScreen } from "./await-verification-screen.tsx"
export { VerifyEmailScreen } from "./verify-email-screen.tsx"
