import { css } from '#css/css'

/** A bar of controls that floats at the top of a sheet; on narrow screens it wraps. */
export const sheetPanel = css({
  position: 'absolute',
  top: '3.5',
  left: '50%',
  translate: '-50% 0',
  display: 'flex',
  flexWrap: { base: 'wrap', md: 'nowrap' },
  justifyContent: 'center',
  alignItems: 'center',
  gap: '1',
  padding: '1',
  width: 'max-content',
  maxWidth: { base: 'calc(100% - 14px)', md: 'calc(100% - 128px)' },
  // With large letters it must leave something of the sheet.
  maxHeight: { base: '45%', md: 'none' },
  overflow: { base: 'auto', md: 'visible' },
  background: 'card',
  borderRadius: 'lg',
  boxShadow: 'floating',
  textStyle: 'small',
  zIndex: 'sticky',
})

/** A sheet as large as the window, with its bar above. */
export const sheetScreen = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  display: 'flex',
  flexDirection: 'column',
  background: 'paper',
})
