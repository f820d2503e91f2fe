import { toast } from './toast.tsx'

/** Copies text and says so; `what` names it, such as "Address". Browsers refuse on pages without https. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(`${what} copied.`)
  } catch {
    toast.error(`The ${what.toLowerCase()} could not be copied. Select and copy it yourself.`)
  }
}
