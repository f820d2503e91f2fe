import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { expect, screen, waitFor } from 'storybook/test'
import { css } from '#css/css'
import { Button, IconButton } from '#ui/button/button.tsx'

/** Holds the value of a controlled input in a story. */
export const Hold = <V,>({
  initial,
  children,
}: {
  initial: V
  children: (value: V, set: (value: V) => void) => ReactNode
}) => {
  const [value, set] = useState(initial)
  return children(value, set)
}

/** Renders a controlled input that keeps what is typed, and follows the control `value`. */
export function live<P extends { value: unknown; onChange: (value: never) => void }>(
  Input: (props: P) => ReactNode,
): (args: P) => ReactElement {
  function Live(args: P) {
    const [state, set] = useState({ given: args.value, now: args.value })
    if (!Object.is(state.given, args.value)) set({ given: args.value, now: args.value })
    const onChange = (now: P['value']) => {
      set({ given: args.value, now })
      args.onChange(now as never)
    }
    return <Input {...args} value={state.now} onChange={onChange} />
  }
  return (args) => <Live {...args} />
}

/** A button that opens what lies above the page, since a page of docs cannot show it open. */
export const Opener = ({
  label,
  children,
}: {
  label: string
  children: (open: boolean, close: () => void) => ReactNode
}) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {children(open, () => setOpen(false))}
    </>
  )
}

/** Lays out several variants of a component in a story. */
export const Samples = ({ children, column }: { children: ReactNode; column?: boolean }) => (
  <div className={column ? columns : shelf}>{children}</div>
)

/** The states that the pointer and the keyboard cause, as storybook-addon-pseudo-states and Panda's conditions name them. */
const caused = {
  Hover: { classes: ['pseudo-hover'], condition: 'hover' },
  Focus: { classes: ['pseudo-focus-visible', 'pseudo-focus-within'], condition: 'focusVisible' },
  Pressed: { classes: ['pseudo-active'], condition: 'active' },
} as const

/** Shows a component as if the pointer or the focus were on it. */
const Caused = ({ by, on, children }: { by: keyof typeof caused; on: string; children: ReactNode }) => {
  const cell = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const target = cell.current?.querySelector<HTMLElement>(on)
    if (!target) throw new Error(`No element is ${on}.`)
    const { classes, condition } = caused[by]
    target.classList.add(...classes)
    target.dataset[condition] = ''
  }, [by, on])
  return <div ref={cell}>{children}</div>
}

/**
 * A component's states side by side: at rest, those that pointer and keyboard cause, and others by their props.
 * `on` selects the element that the pointer is on, and the focus.
 */
export const StateGrid = <P extends object>({
  of: show,
  on,
  others = {},
  without = [],
}: {
  of: (props: Partial<P>, state: string) => ReactNode
  on: string
  others?: Readonly<Record<string, Partial<P>>>
  without?: readonly (keyof typeof caused)[]
}) => (
  <dl className={states}>
    <State name="At rest">{show({}, 'At rest')}</State>
    {(['Hover', 'Focus', 'Pressed'] as const)
      .filter((name) => !without.includes(name))
      .map((name) => (
        <State key={name} name={name}>
          <Caused by={name} on={on}>
            {show({}, name)}
          </Caused>
        </State>
      ))}
    {Object.entries(others).map(([name, props]) => (
      <State key={name} name={name}>
        {show(props, name)}
      </State>
    ))}
  </dl>
)

const State = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className={stateName}>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Copies a name, and tells screen readers that it did, or that the browser does not let it. */
export const CopyName = ({ name }: { name: string }) => {
  const [said, say] = useState('')
  return (
    <span className={css({ inlineRow: '1' })}>
      <IconButton
        size="sm"
        icon={said.startsWith('Copied') ? 'check' : 'copy'}
        aria-label={`Copy name ${name}`}
        title="Copy name"
        onClick={() =>
          void navigator.clipboard.writeText(name).then(
            () => say(`Copied ${name}`),
            () => say('The browser does not let it be copied.'),
          )
        }
      />
      <span role="status" className={said.startsWith('Copied') ? css({ srOnly: true }) : css({ textStyle: 'caption' })}>
        {said}
      </span>
    </span>
  )
}

const shelf = css({ wrap: '3' })
const columns = css({ stack: '4', maxWidth: 'dialog.sm' })
const states = css({
  stack: '4',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(14rem, 100%), 1fr))',
  width: 'min(52rem, calc(100vw - 3rem))',
  maxWidth: 'full',
  '& > div': { minWidth: '0' },
})
const stateName = css({ textStyle: 'note', marginBottom: '1' })

/** Selects an item of the open menu by keyboard, because simulated pointer events are not always recognized. */
export async function choose({ keyboard }: { keyboard: (keys: string) => Promise<unknown> }, name: string) {
  const item = await screen.findByRole('menuitem', { name })
  await waitFor(() => expect(item.closest('[role=menu]')).toHaveFocus())
  while (!item.hasAttribute('data-highlighted')) await keyboard('{ArrowDown}')
  await keyboard('{Enter}')
}
