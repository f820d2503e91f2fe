import type { ReactNode } from 'react'
import { css, cx } from '#css/css'
import { Spinner } from '#ui/spinner/spinner.tsx'

interface FrameProps {
  /** Beside the main content: the bar above it, and banners between the two. */
  bar?: ReactNode
  banners?: ReactNode
  /** Whether the sidebar is on the left and the bottom bar below. */
  beside?: boolean
  children: ReactNode
}

/** The column of a page: the top bar, banners, and the main content. */
export const Frame = ({ bar = <div className={barPlace} />, banners, beside, children }: FrameProps) => (
  <div className={cx(body, beside && besideRail)}>
    {bar}
    {banners}
    <main id="content" className={content}>
      {children}
    </main>
  </div>
)

/** The first element of a page, for keyboards. */
export const SkipLink = () => (
  <a href="#content" className={skip}>
    Skip to content
  </a>
)

/** Shown in the place of the main content until it is known what that is. */
export const Waiting = () => (
  <div className={waiting}>
    <Spinner />
  </div>
)

const body = css({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })
const besideRail = css({
  paddingInlineStart: { md: '3rem' },
  paddingBottom: { base: '{sizes.bar.tabs}', md: '0' },
  _print: { padding: '0!' },
})
/** Where the top bar will be, so that nothing moves when it comes. */
const barPlace = css({
  height: { base: 'bar.phone', md: 'bar' },
  background: { base: 'frame', md: 'card' },
  borderBottom: { md: '1px solid {colors.line}' },
  _print: { display: 'none' },
})
const content = css({ flex: '1', minWidth: '0', '--sticky-top': { base: '{sizes.bar.phone}', md: '3.5rem' } })
const waiting = css({ center: true, minHeight: '80vh', fontSize: 'title', color: 'primary' })
const skip = css({
  position: 'fixed',
  insetInlineStart: '2',
  top: '2',
  zIndex: 'toast',
  padding: '2',
  borderRadius: 'md',
  background: 'card',
  color: 'primary',
  translate: '0 -200%',
  _focusVisible: { translate: '0 0' },
})
