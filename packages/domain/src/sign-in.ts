export * from "./sign-in/group-role.ts"
export * from "./sign-in/identity-profile.ts"
export * from "./sign-in/identity-type.ts"
export * from "./sign-in/organization-sso-rules.ts"
