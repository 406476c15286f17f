import classes from './data-table.module.css';

/** In place of cards whose code or rows are on their way. */
export function CardsWaiting() {
  return <div className={classes.cardsWaiting} aria-busy />;
}
