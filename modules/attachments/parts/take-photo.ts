/** Opens the camera of a phone, or the files of a desk. Call it from a press, as browsers demand. */
export function takePhoto(onPhoto: (file: File) => void): void {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', accept: 'image/*', capture: 'environment', hidden: true })
  const end = () => input.remove()
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    end()
    if (file) onPhoto(file)
  })
  input.addEventListener('cancel', end)
  // Some browsers forget an input that is not part of the page.
  document.body.append(input)
  input.click()
}
