import { fireEvent } from 'storybook/test'

/** Signs in a signature box with one stroke. */
export async function drawOn(pad: HTMLElement): Promise<void> {
  const { left, top, width, height } = pad.getBoundingClientRect()
  const at = (x: number, y: number) => ({ clientX: left + x * width, clientY: top + y * height, pointerId: 1 })
  pad.setPointerCapture = () => {}
  await fireEvent.pointerDown(pad, at(0.2, 0.5))
  await fireEvent.pointerMove(pad, at(0.5, 0.3))
  await fireEvent.pointerUp(pad, at(0.5, 0.3))
}
