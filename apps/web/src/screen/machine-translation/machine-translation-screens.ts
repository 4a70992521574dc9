// One chunk for these screens: they share the budget and the usage.
export { OrganizationMachineTranslationScreen } from "./organization-machine-translation-screen.tsx"
export { ProjectMachineTranslationScreen } from "./project-machine-translation-screen.tsx"
