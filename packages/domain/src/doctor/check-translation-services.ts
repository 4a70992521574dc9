import type { DoctorFacts } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"

/** Checks whether the services of machine translation respond, and accept the credentials of the settings. */
export const checkTranslationServices = ({ services }: DoctorFacts): ReadonlyArray<Finding> =>
  services.flatMap(({ service, setting, failure }) => {
    if (failure === null) return []
    const { isReached, problem } = failure
    const params = { service, problem }
    return [
      isReached
        ? finding("translation-service-rejected", {
            params,
            what: `A service of machine translation rejects the requests of the server: ${problem}`,
            where: setting,
            whatToDo: "Set credentials that it accepts, or renew the plan of its account (docs/settings.md)."
          })
        : finding("translation-service-unreachable", {
            params,
            what: `A service of machine translation does not respond: ${problem}`,
            where: setting,
            whatToDo:
              "See whether this machine may connect to it, and check its address in the settings (docs/settings.md). An outage of the service passes."
          })
    ]
  })
