/** How long the browser may take to begin a download, in milliseconds. */
const KEPT = 60_000

/** Downloads a file that was made in this browser. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}

/** The bytes of a PDF as a blob. */
export const pdfBlob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })
