/** Gives a file to the browser, which asks where it goes or puts it among the downloads. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement("a")
  link.href = address
  // A browser takes no folders in a name.
  link.download = name.split("/").at(-1) ?? name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
