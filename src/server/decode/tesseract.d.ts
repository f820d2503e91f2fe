/** Tesseract as WebAssembly, as far as it is used here. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  interface Tesseract {
    Init(folder: string, language: string, engine: number): number
    SetPageSegMode(mode: number): void
    /** Takes the picture in the file `/input`. */
    SetImageFile(exif: number, angle: number): void
    SetSourceResolution(dpi: number): void
    GetTSVText(page: number): string
    Clear(): void
  }
  interface Core {
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void }
    readonly TessBaseAPI: new () => Tesseract
  }
  const create: (options: {
    readonly wasmBinary: Uint8Array
    readonly print: (line: string) => void
    readonly printErr: (line: string) => void
  }) => Promise<Core>
  export default create
}
