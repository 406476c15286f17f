export const APP_NAME = 'Spichlerz';
