/** Texts for machine translation: masked before they are sent, restored and verified before they are stored. Runs in a browser too. */
export { type MaskedText, type MaskRules, maskText } from "./machine-text/mask-text.ts"
export {
  exampleTextOf,
  joinPluralForms,
  type PluralForm,
  type SplitPlural,
  splitPluralForms
} from "./machine-text/plural-forms.ts"
export { repairMachineText } from "./machine-text/repair-machine-text.ts"
export { unmaskText } from "./machine-text/unmask-text.ts"
export { type MachineText, type VerifiedText, verifyMachineText } from "./machine-text/verify-machine-text.ts"
