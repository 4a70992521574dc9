// One chunk for these screens: each further one costs the first script a list of its files.
export { MemoryListScreen } from "./memory-list-screen.tsx"
export { MemoryScreen } from "./memory-screen.tsx"
export { OrganizationListScreen } from "./organization-list-screen.tsx"
export { OrganizationMembersScreen } from "./organization-members-screen.tsx"
export { SingleSignOnScreen } from "./single-sign-on-screen.tsx"
