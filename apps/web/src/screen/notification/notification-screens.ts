export { NotificationsScreen } from "./notifications-screen.tsx"
export { UnsubscribeScreen } from "./unsubscribe-screen.tsx"
