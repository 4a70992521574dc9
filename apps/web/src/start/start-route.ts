import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { userRoute } from "../session/user-route.ts"

/** `/start`: a new project from files, or an empty one. */
export const startRoute = createRoute({
  getParentRoute: () => userRoute,
  path: "/start",
  staticData: { title: "start.title" },
  component: lazyRouteComponent(() => import("./start-screen.tsx"), "StartScreen")
})
