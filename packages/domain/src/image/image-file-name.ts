/** The sizes in which an image is stored; avatars have no middle one. */
export const imageVariants = ["large", "middle", "small"] as const

export type ImageVariant = (typeof imageVariants)[number]

const suffixes: Readonly<Record<ImageVariant, string>> = { large: "", middle: "-mid", small: "-thumb" }

/** The file under which a variant of an image is asked for: `<name>-thumb.png`. */
export const imageFileName = (name: string, variant: ImageVariant): string => `${name}${suffixes[variant]}.png`

/** The image and the variant that a file name asks for; null: no image is called so. */
export const parseImageFileName = (file: string): { readonly name: string; readonly variant: ImageVariant } | null => {
  const [, name, suffix = ""] = /^([0-9A-Za-z]+)(-mid|-thumb)?\.png$/.exec(file) ?? []
  const variant = imageVariants.find((one) => suffixes[one] === suffix)
  return name === undefined || variant === undefined ? null : { name, variant }
}
