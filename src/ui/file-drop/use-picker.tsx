import { useCallback, useRef, type ComponentProps, type ReactNode } from 'react'

type Attributes = Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'capture' | 'aria-label'>

/** Chooses files of the device: `open` asks for them, by an input that has to be on the page. */
export function usePicker(
  attributes: Attributes,
  onFiles: (files: File[]) => void,
): { open: () => void; input: ReactNode } {
  const ref = useRef<HTMLInputElement>(null)
  const input = (
    <input
      {...attributes}
      ref={ref}
      type="file"
      hidden
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // So that the same file can be chosen again.
        target.value = ''
        if (files.length) onFiles(files)
      }}
    />
  )
  const open = useCallback(() => ref.current?.click(), [])
  return { open, input }
}
