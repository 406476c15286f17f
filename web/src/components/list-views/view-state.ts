/** The current state of the list, as far as a view stores it. */
export type ViewState = {
  readonly list: string;
  readonly address: string;
  readonly columnOrder: string[];
  readonly hiddenColumns: string[];
  readonly isDense: boolean;
};

/** `'new'` saves the state as a new view, `'edit'` changes the name and access of the shown view. */
export type ViewDialogKind = 'new' | 'edit';
