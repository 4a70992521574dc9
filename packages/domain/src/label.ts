export { validateLabel, validateLabelPlace } from "./label/label.ts"
